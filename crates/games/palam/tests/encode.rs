mekong_testkit::encoding_tests!(mekong_palam::Palam, digest: 6_612_162_168_243_231_611);
